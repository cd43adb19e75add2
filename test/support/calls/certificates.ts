import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsConfig } from '../../../platform/calls/tls.ts';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** The roles of a certificate for a whole machine. */
const ALL_ROLES = [
  'gateway',
  'operator',
  'directory',
  'identity',
  'scheduling',
  'curricula',
  'locations',
  'timetracking',
  'webhooks',
  'activity',
];

/** A certificate with its key and authority, by variable. */
export type Certificate = Required<Record<keyof TlsConfig, string>>;

interface IssueOptions {
  readonly days?: number;
  readonly roles?: readonly string[];
  readonly aliases?: readonly string[];
}

/** A certificate authority for tests; uses openssl, because Node cannot issue certificates. */
export class Authority {
  readonly #folder: string;

  constructor(name: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'lyceum-tls-'));
    this.#openssl('req', '-x509', ...KEY, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', `/CN=${name}`);
  }

  /**
   * @param days validity; -1 for an expired certificate
   * @param roles what its process is allowed to do
   * @param aliases its other names
   */
  issue(name: string, { days = 1, roles = ALL_ROLES, aliases = [] }: IssueOptions = {}): Certificate {
    this.#openssl('req', ...KEY, '-keyout', 'own.key', '-out', 'own.csr', '-subj', `/CN=${name}`);
    const names = [name, ...aliases]
      .map((each) => `DNS:${each}`)
      .concat(roles.map((role) => `URI:spiffe://lyceum/${role}`));
    writeFileSync(join(this.#folder, 'own.ext'), `subjectAltName=${names.join()}`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'own.ext'];
    this.#openssl('x509', '-req', '-in', 'own.csr', ...signed, '-days', String(days), '-out', 'own.pem');
    const read = (file: string) => readFileSync(join(this.#folder, file), 'utf8');
    return { GRPC_TLS_CERT: read('own.pem'), GRPC_TLS_KEY: read('own.key'), GRPC_TLS_CA: read('ca.pem') };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.#folder, stdio: 'ignore' });
  }
}
