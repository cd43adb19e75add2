import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a test changes of an answer. */
interface Parts {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Whether the user was verified, as by a fingerprint. */
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  readonly key?: KeyObject;
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/**
 * An authenticator with one passkey (ES256, attestation "none"), in software. It answers the options of the directory
 * as a browser does.
 */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  readonly key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** How often it has signed; a synchronised passkey always says 0. */
  counter = 1;
  #userHandle = '';

  /** Creates the passkey. @param optionsJson of a registration */
  create(optionsJson: string, origin: string, parts: Parts = {}): string {
    const options: Options = JSON.parse(optionsJson);
    this.#userHandle = options.user?.id ?? this.#userHandle;
    const authData = this.#authenticatorData(parts.rpId ?? options.rp?.id ?? '', parts, true);
    const attestationObject = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ]);
    const clientDataJSON = clientData('webauthn.create', options, { origin, ...parts });
    return this.#credential({ clientDataJSON, attestationObject: attestationObject.toString('base64url') });
  }

  /** Signs in. @param optionsJson of a sign-in */
  get(optionsJson: string, origin: string, parts: Parts = {}): string {
    const options: Options = JSON.parse(optionsJson);
    const authData = this.#authenticatorData(parts.rpId ?? options.rpId ?? '', parts, false);
    const clientDataJSON = clientData('webauthn.get', options, { origin, ...parts });
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', signed, parts.key ?? this.key.privateKey);
    return this.#credential({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: parts.userHandle ?? this.#userHandle,
    });
  }

  #credential(response: object): string {
    const id = this.credentialId.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #authenticatorData(rpId: string, { isVerified = true }: Parts, isNew: boolean): Buffer {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (isNew ? ATTESTED : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(this.counter, 1);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = isNew ? [Buffer.alloc(16), length, this.credentialId, this.#publicKey()] : [];
    return Buffer.concat([sha256(rpId), head, ...attested]);
  }

  /** COSE (RFC 9053): EC2, ES256, P-256. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' });
    return map([
      [unsigned(1), unsigned(2)],
      [unsigned(3), negative(-7)],
      [negative(-1), unsigned(1)],
      [negative(-2), bytes(Buffer.from(x, 'base64url'))],
      [negative(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
  }
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

function clientData(type: string, { challenge }: Options, parts: Parts): string {
  const { origin } = parts;
  const data = { type, challenge: parts.challenge ?? challenge, origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

// CBOR (RFC 8949), as far as an attestation needs it.

function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  return value < 256 ? Buffer.from([type | 24, value]) : Buffer.from([type | 25, value >> 8, value & 255]);
}

const unsigned = (value: number) => head(0, value);
const negative = (value: number) => head(1, -1 - value);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
