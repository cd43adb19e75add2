import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ReceivedSpan, readSpans } from './read-spans.ts';

/** A collector of traces: takes them by OTLP over HTTP, in protobuf, and keeps them for the test. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All that came, as it came. */
  bytes = Buffer.alloc(0);
  /** The headers of the last delivery. */
  headers: Readonly<Record<string, unknown>> = {};
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await buffer(request);
      if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end();
      this.headers = request.headers;
      this.bytes = Buffer.concat([this.bytes, body]);
      this.spans.push(...readSpans(body));
      return response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  }

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** What OTEL_EXPORTER_OTLP_ENDPOINT names. */
  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** The spans of the request that bore this id. */
  ofRequest(requestId: string): ReceivedSpan[] {
    const own = this.spans.find(
      (span) => span.attributes['lyceum.request_id'] === requestId && span.scope === 'lyceum.gateway',
    );
    return own ? this.trace(own.traceId) : [];
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
