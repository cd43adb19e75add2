/** An answer of the console. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The hidden fields of a page's form: what it carries along. */
export function hiddenIn({ text }: Answer): Record<string, string> {
  const hidden = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
}

/** What stands in the element with a label: a secret, for example, that is shown once. */
export function shown({ text }: Answer, label: string): string {
  const [, id = ''] = new RegExp(`<span id="(value-\\d)">${label}</span>`).exec(text) ?? [];
  return new RegExp(`aria-labelledby="${id}"[^>]*>([^<]*)<`).exec(text)?.[1] ?? '';
}

/** A browser without scripts: keeps cookies, sends forms as browsers do, and follows redirects only when told to. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  /** Where a proxy that is trusted says it comes from. */
  readonly #address = `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;

  constructor(url: string) {
    this.#url = url;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('GET', path, { headers });
  }

  /** Sends a form from a page of the console. */
  post(path: string, fields: Readonly<Record<string, string>> = {}, headers?: Record<string, string>): Promise<Answer> {
    const sender = headers ?? { origin: this.#url, 'sec-fetch-site': 'same-origin' };
    return this.#send('POST', path, { headers: sender, body: new URLSearchParams(fields) });
  }

  /** Opens a page, and sends its form with a file, as browsers do. */
  async upload(
    path: string,
    file: string | Uint8Array,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const body = new FormData();
    const all = { ...hiddenIn(await this.get(path)), ...fields };
    for (const [name, value] of Object.entries(all)) body.set(name, value);
    body.set('file', new Blob([file as Uint8Array<ArrayBuffer>], { type: 'text/csv' }), 'people.csv');
    return this.#send('POST', path, { headers: { origin: this.#url, 'sec-fetch-site': 'same-origin' }, body });
  }

  /** Sends a body as it is, from a page of the console. */
  send(path: string, headers: Record<string, string>, body: string): Promise<Answer> {
    const sender = { origin: this.#url, 'sec-fetch-site': 'same-origin' };
    return this.#send('POST', path, { headers: { ...sender, ...headers }, body });
  }

  /** Opens a page, and sends its form with the hidden fields that it has. */
  async submit(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.post(path, { ...hiddenIn(await this.get(path)), ...fields });
  }

  /** Where a redirect leads. */
  follow({ headers }: Answer): Promise<Answer> {
    return this.get(headers.get('location') ?? '');
  }

  async #send(method: string, path: string, { headers, ...init }: RequestInit): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, this.#url), {
      ...init,
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': this.#address,
        ...(headers as Record<string, string>),
        ...(cookie === '' ? {} : { cookie }),
      },
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const isOver = /; *(max-age=0|expires=thu, 01 jan 1970)/i.test(line);
    if (isOver) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
