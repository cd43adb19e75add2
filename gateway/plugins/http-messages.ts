import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Ids } from '../../services/chassis/ids.ts';
import { Problem } from '../problem/problem.ts';
import { problemJson } from '../problem/send-problem.ts';

interface HttpMessagesOptions {
  readonly errorsBaseUrl: () => string;
  readonly ids: Ids;
}

/** HTTP messages that Node would answer by itself, and not with a problem. */
export const httpMessages = {
  serverOptions({ errorsBaseUrl, ids }: HttpMessagesOptions) {
    return {
      // Answered below.
      http: { requireHostHeader: false },
      /** What the parser refuses never becomes a request: the problem goes to the socket itself, which is of no use any more. */
      clientErrorHandler: (error: ConnectionError, socket: Socket) => {
        if (error.code === 'ECONNRESET' || !socket.writable) return;
        const requestId = ids.newRequestId();
        const problem = new Problem(400, 'bad_request', {
          detail: DETAILS.get(error.code) ?? 'This is no HTTP request.',
        });
        socket.end(messageOf(problem, requestId, problemJson(problem, requestId, errorsBaseUrl())), () =>
          socket.destroy(),
        );
      },
    };
  },

  install(app: FastifyInstance): void {
    // An expectation that we do not know is no reason to refuse a request (RFC 9110, 10.1.1).
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      app.server.emit('request', request, response);
    });
    app.addHook('onRequest', (request, _reply, done) => {
      const isWithoutHost = request.headers.host === undefined && request.raw.httpVersion === '1.1';
      done(isWithoutHost ? new Problem(400, 'bad_request', { detail: 'The header Host is required.' }) : undefined);
    });
  },
};

interface ConnectionError extends Error {
  readonly code: string;
}

const DETAILS = new Map([
  ['HPE_HEADER_OVERFLOW', 'The address and the headers of the request are too long.'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'The request did not arrive in time.'],
]);

function messageOf({ status }: Problem, requestId: string, body: string): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    `x-request-id: ${requestId}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
