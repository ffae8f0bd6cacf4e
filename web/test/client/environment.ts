/** Node, but with components and runes compiled as for a browser, so that state reacts. */
import type { Environment } from "vitest/runtime";

export default {
  name: "reactive",
  viteEnvironment: "client",
  setup() {
    return { teardown() {} };
  },
} satisfies Environment;
