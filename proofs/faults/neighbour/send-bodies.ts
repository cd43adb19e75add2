import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { HostileBody } from './hostile-bodies.ts';
import type { Outcome, Target } from './target.ts';

type Body = Pick<HostileBody, 'path' | 'bytes'>;

/** Sends one body that many times at the same moment, each on its own connection. */
export function sendAtOnce(target: Target, body: Body, count: number): Promise<Outcome[]> {
  return sendAllAtOnce(
    target,
    Array.from({ length: count }, () => body),
  );
}

/** Sends bodies at the same moment, each on its own connection. */
export async function sendAllAtOnce(target: Target, bodies: readonly Body[]): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: false });
  try {
    return await Promise.all(bodies.map((body) => send(target, body, agent)));
  } finally {
    agent.destroy();
  }
}

function send({ url, authorization }: Target, { path, bytes: body }: Body, agent: Agent): Promise<Outcome> {
  const begun = performance.now();
  return new Promise((resolve) => {
    let status = 0;
    let bytes = 0;
    const end = () => resolve({ status, bytes, ms: performance.now() - begun });
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': body.length,
      'idempotency-key': randomUUID(),
    };
    const sent = request(`${url}/api/v4${path}`, { method: 'POST', headers, agent }, (answer) => {
      status = answer.statusCode ?? 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
    });
    // A gateway that rejects a body need not read it, and may close the connection: the response counts, if there was
    // one.
    sent.once('error', end).once('close', end);
    sent.end(body);
  });
}
