import type { Socket } from "node:net";

interface UnreadAnswer {
  status: string;
  message: string;
}

const ANSWERS: Readonly<Record<string, UnreadAnswer>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message: "The address and headers are too large; where a path answers POST too, send long lists as its body.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request took too long to arrive.",
  },
};

const NO_HTTP: UnreadAnswer = { status: "400 Bad Request", message: "This is no HTTP request." };

/** Answers what could not be read as a request, whose area is not known; what was sent is not repeated. */
export function answerUnreadRequest(error: { code?: unknown }, socket: Socket): void {
  const code = String(error.code);
  if (socket.writable && !socket.destroyed && code !== "ECONNRESET") {
    const { status, message } = (Object.hasOwn(ANSWERS, code) ? ANSWERS[code] : undefined) ?? NO_HTTP;
    const body = JSON.stringify({ errors: [{ message }] });
    const head = [
      `HTTP/1.1 ${status}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroy();
}
