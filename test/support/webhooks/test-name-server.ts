import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_A = 1;

/**
 * A name server on this machine that knows IPv4 addresses. It answers each query for them with the next of its answers,
 * then keeps repeating the last one.
 */
export class TestNameServer {
  /** The queried names, one entry per query for IPv4 addresses. */
  readonly queries: string[] = [];
  readonly #socket: Socket;
  readonly #answers: string[][];

  static async start(...answers: string[][]): Promise<TestNameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new TestNameServer(socket, answers);
  }

  private constructor(socket: Socket, answers: string[][]) {
    this.#socket = socket;
    this.#answers = answers;
    socket.on('message', (query, { port, address }) => socket.send(this.#reply(query), port, address));
  }

  /** As resolvers take it. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async end(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  #reply(query: Buffer): Buffer {
    const { name, type, end } = questionOf(query);
    const addresses = type === TYPE_A ? this.#next(name) : [];
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...addresses.map(recordOf)]);
  }

  #next(name: string): string[] {
    this.queries.push(name);
    return (this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0]) ?? [];
  }
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** An A record for the queried name, with a TTL of 0. */
function recordOf(address: string): Buffer {
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
