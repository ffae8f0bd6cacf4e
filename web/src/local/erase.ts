/** Erasing all that the server keeps about whoever uses this browser: tables and names by its key, the rest by the links known here. */
import { api } from "../lib/net/api";
import { eraseSaves } from "../solo/api";
import { eraseShared } from "../study/share/together.svelte";
import { eraseLearned } from "../training/learned";

/** Return how many tables are gone. Throws Refused or Offline; what was erased until then stays so. */
export async function eraseAll(): Promise<number> {
  await Promise.all([eraseSaves(), eraseLearned(), eraseShared()]);
  return (await api.erase()).tables;
}
