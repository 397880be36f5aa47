import { defineConfig } from "vitest/config";

const shared = {
  exclude: ["**/node_modules/**", "dist/**"],
  setupFiles: ["reflect-metadata"],
  pool: "forks" as const,
  isolate: false,
  // Only what hangs takes as long; a machine that is busy with something else makes no test fail.
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  resolve: {
    // Vite would resolve graphql's ES module build for our code while the libraries load its
    // CommonJS build: two copies, and graphql refuses types of the other one.
    alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }],
  },
  test: {
    maxWorkers: 2,
    fsModuleCache: !process.env["CI"],
    projects: [
      {
        extends: true,
        test: { ...shared, name: "all", include: ["**/*.test.ts"], globalSetup: ["test/kit/global-setup.ts"] },
      },
      {
        // The scenarios once more, each subgraph behind a socket; those that bring their own subgraphs need no second run.
        extends: true,
        test: {
          ...shared,
          name: "over HTTP",
          include: ["test/federation/**/*.test.ts"],
          exclude: [...shared.exclude, "test/federation/faults/**", "test/federation/bytes/**"],
          env: { SUBGRAPHS: "http" },
        },
      },
    ],
  },
});
