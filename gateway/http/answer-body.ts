import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { yieldToEventLoop } from '../../platform/core/event-loop.ts';
import { weightsIn } from './message-heads.ts';
import { PIECE_BYTES, piecesOf, type Sending, sentPieces } from './sent-pieces.ts';

/**
 * The body of an answer that is built part by part: a text, or bytes from PIECE_BYTES on. Long work yields to other
 * requests.
 */
export class AnswerBody {
  readonly #reply: FastifyReply;
  readonly #sending: Sending;
  readonly #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #text = '';

  constructor(reply: FastifyReply, sending: Sending) {
    this.#reply = reply;
    this.#sending = sending;
  }

  /** Size in bytes; the last part, which is not a piece yet, counts in characters. */
  get bytes(): number {
    return this.#pieceBytes + this.#text.length;
  }

  /** Adds text. If it returns a promise (rarely), await it before you add more. */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    if (this.#text.length < PIECE_BYTES) return undefined;
    this.#flush();
    return yieldToEventLoop();
  }

  /** Returns the body to send. */
  end(): string | Readable {
    if (this.#pieces.length === 0) return this.#text;
    this.#flush();
    return sentPieces(this.#reply, this.#pieces, this.#sending);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#pieceBytes += bytes.length;
    this.#pieces.push(...piecesOf(bytes));
  }
}

/** Whether the client accepts answers compressed with gzip (RFC 9110, 12.5.3). */
export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return (weightsIn(headers['accept-encoding'] ?? '').get('gzip') ?? 0) > 0;
}

/**
 * The text of an answer without an ETag, compressed if it is large enough and the client accepts it. One with an ETag
 * keeps its bytes, which the ETag names. At once, because the thread pool costs twice the CPU of compressing a page.
 */
export function compressed(request: FastifyRequest, reply: FastifyReply, text: string): string | Buffer {
  if (text.length < BYTES_AT_LEAST || !acceptsGzip(request)) return text;
  reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  request.plainBytes = Buffer.byteLength(text);
  return gzipSync(text, { level: 1 });
}

const BYTES_AT_LEAST = 1024;
