import { once } from "node:events";
import { SMTPServer } from "smtp-server";

/** A mail server that takes everything and keeps nothing, in a process of its own; says its port. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.on("end", () => done());
    stream.resume();
  },
});
server.on("error", () => {});
const listening = server.listen(0, "127.0.0.1");
await once(listening, "listening");
const address = listening.address();
process.send?.({ port: typeof address === "object" ? address?.port : null });
process.on("disconnect", () => process.exit());
