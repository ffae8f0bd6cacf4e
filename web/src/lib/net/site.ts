/** Where this page lives: at a server, or as plain files on any web space (`tischlein export-site`). */
const page = globalThis.document?.documentElement;

/** Whether there is a server to ask at all. */
export const hasServer = page?.dataset["site"] !== "static";

/** Whether whoever runs the server has said who they are: then there is an imprint. */
export const hasOperator = page?.dataset["operator"] !== undefined;

/** Before the name of a file: at a server it lies at the top, else beside the page. */
export const root = hasServer ? "/" : "";
