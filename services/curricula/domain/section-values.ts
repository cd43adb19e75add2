import type {
  ModuleGroupRecord,
  OrganizationTermRecord,
  TagRecord,
} from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { recordInstant } from './record-instant.ts';

/** What a bundle says of records that stand for themselves, by the names of the columns that keep it. Instants are text. */

export interface OrganizationTermValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly term_start: string;
  readonly term_end: string;
  readonly election_start: string | null;
  readonly election_end: string | null;
  readonly reassessment_registration_start: string | null;
  readonly reassessment_registration_end: string | null;
}

export interface ModuleGroupValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly color: string | null;
}

export interface TagValues {
  readonly ref: string;
  readonly name: string;
  readonly color: string | null;
  readonly icon: string | null;
}

/** Refuses with REQUEST_INVALID an instant that does not exist. */
export function organizationTermValues(record: OrganizationTermRecord, index: number): OrganizationTermValues {
  const required = (name: 'termStart' | 'termEnd') => recordInstant(record[name], `/records/${index}/${name}`);
  const instant = (name: OptionalInstant) => {
    const text = record[name];
    return text === undefined ? null : recordInstant(text, `/records/${index}/${name}`);
  };
  return {
    ref: record.ref,
    name: record.name,
    code: record.code ?? null,
    term_start: required('termStart'),
    term_end: required('termEnd'),
    election_start: instant('electionStart'),
    election_end: instant('electionEnd'),
    reassessment_registration_start: instant('reassessmentRegistrationStart'),
    reassessment_registration_end: instant('reassessmentRegistrationEnd'),
  };
}

type OptionalInstant =
  | 'electionStart'
  | 'electionEnd'
  | 'reassessmentRegistrationStart'
  | 'reassessmentRegistrationEnd';

export function moduleGroupValues({ ref, name, code, color }: ModuleGroupRecord): ModuleGroupValues {
  return { ref, name, code: code ?? null, color: color ?? null };
}

export function tagValues({ ref, name, color, icon }: TagRecord): TagValues {
  return { ref, name, color: color ?? null, icon: icon ?? null };
}
