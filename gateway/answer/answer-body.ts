import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { eventLoop } from '../../platform/core/event-loop.ts';
import { tenantOf } from '../plugins/request-state.ts';
import { Room } from './room.ts';
import { PIECE_BYTES, piecesOf, type Sending, sentPieces } from './sent-pieces.ts';

/** The body of an answer that is made part by part: a text while it is small, from then on bytes that count as unsent, and long work in turns. */
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

  /** How large it is, in bytes; of the last part that is no piece yet, in characters. */
  get bytes(): number {
    return this.#pieceBytes + this.#text.length;
  }

  /**
   * Adds text. Returns what must be waited for before more is added; nothing as a rule. Throws the problem when the client has left too much unread
   * already.
   */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    if (this.#text.length < PIECE_BYTES) return undefined;
    this.#flush();
    return eventLoop.yield();
  }

  /** What is to be sent. */
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
