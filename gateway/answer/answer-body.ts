import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { eventLoop } from '../../platform/core/event-loop.ts';
import { tenantOf } from '../plugins/request-state.ts';
import { Room } from './room.ts';
import { PIECE_BYTES, piecesOf, type Sending, sentPieces } from './sent-pieces.ts';

/**
 * The body of an answer that is built part by part. A small one is a text; from PIECE_BYTES on it is bytes that count as unsent. Long work
 * yields to other requests.
 */
export class AnswerBody {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #room: () => Room;
  readonly #sending: Sending;
  readonly #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #text = '';

  constructor(request: FastifyRequest, reply: FastifyReply, sending: Sending) {
    let room: Room | undefined;
    this.#room = () => (room ??= new Room(sending.overload, tenantOf(request), reply));
    this.#request = request;
    this.#reply = reply;
    this.#sending = sending;
  }

  /** Size in bytes; the last part, which is not a piece yet, counts in characters. */
  get bytes(): number {
    return this.#pieceBytes + this.#text.length;
  }

  /**
   * Adds text. If it returns a promise (rarely), await it before you add more. Throws the problem when the client has already left too much
   * unread.
   */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    if (this.#text.length < PIECE_BYTES) return undefined;
    this.#flush();
    return eventLoop.yield(tenantOf(this.#request).institutionId);
  }

  /** Returns what to send. */
  end(): string | Readable {
    this.#request.answerBytes = this.bytes;
    if (this.#pieces.length === 0) return this.#text;
    this.#flush();
    return sentPieces(this.#reply, this.#pieces, this.#room(), this.#sending);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    const problem = this.#room().take(bytes.length);
    if (problem) throw problem;
    this.#pieceBytes += bytes.length;
    for (const piece of piecesOf(bytes)) this.#pieces.push(piece);
  }
}
