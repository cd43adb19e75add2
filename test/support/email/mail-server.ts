import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type ReceivedMail, readMail } from './read-mail.ts';

/** What the server answers to a part of an email: nothing for acceptance, an SMTP code for a refusal. */
type Verdict = number | undefined | Promise<number | undefined>;

/** A mail server on this machine, which keeps what it accepts. */
export class TestMailServer {
  readonly mails: ReceivedMail[] = [];
  /** What the subjects say of emails that are looked at; others are accepted and not kept. */
  readonly #about: RegExp;
  /** Emails whose content has arrived, whatever became of them. */
  arrived = 0;
  /** The verdict on a recipient. */
  recipient: (address: string) => Verdict = () => undefined;
  /** The verdict on a content that has arrived. Never answered, if it never resolves. */
  content: (mail: ReceivedMail) => Verdict = () => undefined;
  #server: SMTPServer;
  #port = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(about: RegExp) {
    this.#about = about;
    this.#server = this.#make();
  }

  /** @param about what the subjects say of emails that are looked at: all by default */
  static async start(about = /^/): Promise<TestMailServer> {
    const server = new TestMailServer(about);
    await server.resume();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** The emails to an address. */
  to(address: string): ReceivedMail[] {
    return this.mails.filter(({ recipients }) => recipients.includes(address));
  }

  /** Refuses connections until it is resumed. */
  async end(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  /** Ends the connections that are open, without a word: a client does not learn what has become of its email. */
  breakConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Listens, at the same port as before. */
  async resume(): Promise<void> {
    this.#server = this.#make();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server.server, 'listening');
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#port = (this.#server.server.address() as AddressInfo).port;
  }

  #make(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo: async ({ address }, _session, done) => done(refusal(await this.recipient(address))),
      onData: async (stream, { envelope }, done) => {
        const recipients = envelope.rcptTo.map(({ address }) => address);
        const mail = readMail((await buffer(stream)).toString('latin1'), recipients);
        if (!this.#about.test(mail.headers.get('subject')?.[0] ?? '')) return done();
        this.arrived++;
        const verdict = await this.content(mail);
        if (verdict === undefined) this.mails.push(mail);
        done(refusal(verdict));
      },
    });
  }
}

function refusal(code: number | undefined): Error | null {
  return code === undefined ? null : Object.assign(new Error('refused by the test'), { responseCode: code });
}
