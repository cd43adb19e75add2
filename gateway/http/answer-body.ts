import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { yieldToEventLoop } from '../../platform/core/event-loop.ts';
import { PIECE_BYTES, piecesOf, type Sending, sentPieces } from './sent-pieces.ts';

/** The body of an answer that is built part by part: a text, or bytes from PIECE_BYTES on. Long work yields to other requests. */
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

  /** Returns what to send. */
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
