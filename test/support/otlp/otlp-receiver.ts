import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ReceivedSpan, readSpans } from './read-spans.ts';

/** A trace collector: receives OTLP over HTTP in protobuf, and stores the spans for the test. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All received spans, in order of arrival. */
  bytes = Buffer.alloc(0);
  /** The headers of the last export. */
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

  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** The spans of the request with this id. */
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
