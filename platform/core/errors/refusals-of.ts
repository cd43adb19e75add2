import { type DescEnum, getOption } from '@bufbuild/protobuf';
import { refusal } from '../../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import type { PlatformCode, RefusalKind } from './catalogue.ts';
import { Refusal, type RefusalDetails } from './refusal.ts';

/** The refusals of a contract, by code: the names of its `RefusalCode`. */
export type RefusalKinds<Codes extends object> = Readonly<
  Record<Exclude<keyof Codes & string, 'UNSPECIFIED'>, RefusalKind>
>;

/** Throws a refusal of the service or of the platform. */
export type Refuse<Kinds> = (code: PlatformCode | (keyof Kinds & string), details?: RefusalDetails) => never;

/** The refusals that a contract declares. Throws if a value has no status or no message. */
export function refusalsOf<Codes extends object>(codes: DescEnum): RefusalKinds<Codes> {
  const kinds = codes.values
    .filter(({ number }) => number !== 0)
    .map((value): RefusalKind => {
      const { status, message } = getOption(value, refusal);
      if (status === 0 || message === '')
        throw new Error(`${codes.typeName}.${value.name} has no status or no message`);
      return { code: value.localName, status: status as number, message };
    });
  return Object.fromEntries(kinds.map((kind) => [kind.code, kind])) as RefusalKinds<Codes>;
}

/** Creates the function with which a service throws its refusals. */
export function refuseWith<Kinds extends Readonly<Record<string, RefusalKind>>>(kinds: Kinds): Refuse<Kinds> {
  return (code, details) => {
    throw new Refusal(kinds[code] ?? (code as PlatformCode), details);
  };
}
