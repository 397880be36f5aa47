import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    // Vite would resolve graphql's ES module build for our code while the libraries load its
    // CommonJS build: two copies, and graphql refuses types of the other one.
    alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }],
  },
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**"],
    globalSetup: ["test/kit/global-setup.ts"],
    setupFiles: ["reflect-metadata"],
    pool: "forks",
    maxWorkers: 2,
    isolate: false,
    fsModuleCache: !process.env["CI"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
