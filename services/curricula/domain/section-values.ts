import type {
  ModuleGroupRecord,
  OrganizationTermRecord,
  TagRecord,
} from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';

/** The values of independent records in a bundle, by column name. Instants are text. */

export interface OrganizationTermValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly termStart: string;
  readonly termEnd: string;
  readonly electionStart: string | null;
  readonly electionEnd: string | null;
  readonly reassessmentRegistrationStart: string | null;
  readonly reassessmentRegistrationEnd: string | null;
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

export function organizationTermValues(record: OrganizationTermRecord): OrganizationTermValues {
  return {
    ref: record.ref,
    name: record.name,
    code: record.code ?? null,
    termStart: record.termStart,
    termEnd: record.termEnd,
    electionStart: record.electionStart ?? null,
    electionEnd: record.electionEnd ?? null,
    reassessmentRegistrationStart: record.reassessmentRegistrationStart ?? null,
    reassessmentRegistrationEnd: record.reassessmentRegistrationEnd ?? null,
  };
}

export function moduleGroupValues({ ref, name, code, color }: ModuleGroupRecord): ModuleGroupValues {
  return { ref, name, code: code ?? null, color: color ?? null };
}

export function tagValues({ ref, name, color, icon }: TagRecord): TagValues {
  return { ref, name, color: color ?? null, icon: icon ?? null };
}
