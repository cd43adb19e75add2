import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Ids } from '../../platform/core/ids.ts';
import { type MessageFault, rejectionOf } from '../../platform/core/rejected-message.ts';
import { Problem } from '../problem/problem.ts';
import { problemJson } from '../problem/send-problem.ts';
import type { Connections } from './connections.ts';
import type { GatewayCounts } from './gateway-counts.ts';
import { commonHeaders } from './message-heads.ts';

interface HttpMessagesOptions {
  readonly errorsBaseUrl: () => string;
  readonly ids: Ids;
  readonly connections: Connections;
  readonly counts: Pick<GatewayCounts, 'malformedRequests'>;
}

/** Turns HTTP messages that Node would answer itself into problems. */
export const httpMessages = {
  serverOptions(options: HttpMessagesOptions) {
    return {
      http: {
        // Checked in messageFault instead.
        requireHostHeader: false,
        highWaterMark: LESS_THAN_A_READ,
      },
      clientErrorHandler: (error: MessageFault, socket: Socket) => {
        if (error.code !== 'ECONNRESET' && socket.writable) refuse(error, socket, options);
      },
    };
  },

  install(app: FastifyInstance, { connections, counts }: HttpMessagesOptions): void {
    app.server.on('clientError', () => {
      counts.malformedRequests++;
    });
    app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      connections.awaitContinue(request);
      app.server.emit('request', request, response);
    });
    // An unknown expectation is no reason to reject a request (RFC 9110, 10.1.1).
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      app.server.emit('request', request, response);
    });
    app.server.on('connect', (_request, socket: Socket) => {
      socket.on('error', () => socket.destroy());
      app.server.emit('clientError', { code: 'CONNECT' }, socket);
    });
  },
};

/**
 * One read of a connection is at most 64 KiB. A body that is not being read yet fills a buffer of this size with the
 * first one; Node's default takes two, which is twice as much work at the moment when 150 clients send large bodies.
 */
const LESS_THAN_A_READ = 60 * 1024;

/**
 * Ends a connection on which something arrives that never becomes a request. When the latest request itself cannot be
 * read to its end, the problem is its answer. Complete requests get their own answers first, and then no request is
 * left for a problem to answer.
 */
function refuse(fault: MessageFault, socket: Socket, { ids, errorsBaseUrl, connections }: HttpMessagesOptions) {
  const requestId = ids.newRequestId();
  const { status, detail } = rejectionOf(fault);
  const problem = new Problem(status, 'bad_request', { detail });
  const body = problemJson(problem, requestId, errorsBaseUrl());
  const headers = {
    ...commonHeaders(requestId),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const exchange = connections.underWay(socket);
  if (!exchange) {
    socket.write(messageOf(problem, { connection: 'close', ...headers }, body));
    connections.linger(socket);
    return;
  }
  connections.closeAfter(exchange);
  const { request, response } = exchange;
  if (request.complete) socket.pause();
  else if (!response.headersSent) response.writeHead(problem.status, headers).end(body);
}

function messageOf({ status }: Problem, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
