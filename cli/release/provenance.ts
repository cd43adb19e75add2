import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Checksums, fingerprintOf } from './release-files.ts';

/** What a release was made of: an in-toto statement with the predicate of SLSA. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: 'https://slsa.dev/provenance/v1';
  readonly predicate: {
    readonly buildDefinition: {
      readonly buildType: string;
      readonly externalParameters: { readonly version: string };
      readonly internalParameters: Readonly<Record<string, string>>;
      readonly resolvedDependencies: readonly [
        { readonly name: string; readonly digest: { readonly gitCommit: string } },
        { readonly name: string; readonly digest: { readonly sha256: string } },
      ];
    };
    readonly runDetails: { readonly builder: { readonly id: string } };
  };
}

/** A statement in a signed envelope (DSSE), as one line of JSON. */
export function sealed(statement: Statement, privateKey: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(statement));
  const sig = sign(null, signedBytes(payload), privateKey).toString('base64');
  const envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: fingerprintOf(createPublicKey(privateKey)), sig }],
  };
  return `${JSON.stringify(envelope)}\n`;
}

/** The statement in an envelope; undefined if this key has not signed it. */
export function opened(text: string, publicKey: KeyObject): Statement | undefined {
  const envelope = JSON.parse(text) as { payload: string; signatures: { sig: string }[] };
  const payload = Buffer.from(envelope.payload, 'base64');
  const isSigned = envelope.signatures.some(({ sig }) =>
    verify(null, signedBytes(payload), publicKey, Buffer.from(sig, 'base64')),
  );
  return isSigned ? (JSON.parse(payload.toString()) as Statement) : undefined;
}

/** The subjects of a statement about these files. */
export function subjectsOf(checksums: Checksums): Statement['subject'] {
  return [...checksums].map(([name, sha256]) => ({ name, digest: { sha256 } }));
}

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The type is signed, too (DSSE's pre-authentication encoding): no other signature of the key opens an envelope. */
function signedBytes(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload]);
}
