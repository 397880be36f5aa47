/** Where the subgraphs of a test run: in its own process, or behind sockets (`SUBGRAPHS=http`, npm run test:split). */
export const SUBGRAPHS_MODE: "local" | "http" = process.env["SUBGRAPHS"] === "http" ? "http" : "local";
