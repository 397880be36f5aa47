import type { FastifyInstance } from "fastify";
import type { Database } from "../../lib/database.js";

/** GET /health/live: the process runs. GET /health/ready: it can answer, which needs the database. */
export function registerHealth(app: FastifyInstance, database: Database): void {
  app.get("/health/live", () => ({ status: "live" }));
  app.get("/health/ready", async (_request, reply) => {
    try {
      await database.ping();
    } catch {
      return await reply.code(503).header("retry-after", "1").send({ status: "unavailable" });
    }
    return { status: "ready" };
  });
}
