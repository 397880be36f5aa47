import { DEMO_APIKEY, DEMO_SIGN_INS } from "./demo-accounts.js";

/** What `npm start` prints: where the service is and, on the demo, how to try it. */
export function welcome(address: string, demo: boolean, mailbox = false): string {
  const lines = [
    `adgraph is ready (Node ${process.version}).`,
    "",
    `  GraphQL and its explorer  ${address}/graphql`,
    `  Old REST interface        ${address}/api/v1, ${address}/reportsvc/v1`,
    `  Health                    ${address}/health/ready`,
    ...(mailbox ? [`  Mails that are sent       ${address}/dev/mail`] : []),
  ];
  const [staff] = DEMO_SIGN_INS;
  if (!demo || staff === undefined) return `${lines.join("\n")}\n`;
  const credentials = `-u ${staff.user}:${staff.password}`;
  const query = "{ advertisables(first: 1) { nodes { name campaigns { nodes { name } } } } }";
  lines.push(
    "",
    `Demo sign-ins, all with the apikey ${DEMO_APIKEY}:`,
    ...DEMO_SIGN_INS.map(({ user, password, label }) => `  ${user.padEnd(16)} ${password.padEnd(12)} ${label}`),
    "",
    "Try it:",
    `  curl -s ${credentials} '${address}/graphql?apikey=${DEMO_APIKEY}' -H 'content-type: application/json' -d '${JSON.stringify({ query })}'`,
    `  curl -s ${credentials} '${address}/api/v1/organization/get_advertisables?apikey=${DEMO_APIKEY}'`,
  );
  return `${lines.join("\n")}\n`;
}
