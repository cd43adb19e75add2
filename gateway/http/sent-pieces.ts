import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Admission } from '../admission/admission.ts';
import type { AdmissionLimits } from '../admission/limits.ts';
import { countSent } from './body-bytes.ts';

/** An answer of this many bytes or more is sent in pieces of this size, as its client reads them. */
export const PIECE_BYTES = 64 * 1024;

export interface Sending {
  readonly admission: Pick<Admission, 'cutOff'>;
  readonly limits: Pick<AdmissionLimits, 'readBytesPerSecond' | 'readGraceMs'>;
}

/**
 * The bytes of an answer as a stream: a piece is sent when the client has read those before it. A client that reads
 * less than it must within the grace period is disconnected, so that its answers are not held for ever.
 */
export function sentPieces(reply: FastifyReply, pieces: readonly Buffer[], { admission, limits }: Sending): Readable {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const waiting = [...pieces];
  let taken = 0;
  const stream = new Readable({
    read() {
      const piece = waiting.shift();
      taken += piece?.length ?? 0;
      this.push(piece ?? null);
    },
  });
  if (limits.readBytesPerSecond > 0) {
    const atLeast = (limits.readBytesPerSecond * limits.readGraceMs) / 1000;
    let before = 0;
    const timer = setInterval(() => {
      const isSlow = taken - before < Math.min(atLeast, total - before) || before === total;
      before = taken;
      if (!isSlow) return;
      admission.cutOff();
      reply.raw.destroy();
    }, limits.readGraceMs);
    reply.raw.once('close', () => clearInterval(timer));
  }
  countSent(reply);
  reply.header('content-length', total);
  return stream;
}

/** Cuts bytes into pieces without copying them. */
export function piecesOf(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES));
}
