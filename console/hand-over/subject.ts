import type { Call } from '../../platform/calls/caller.ts';
import { present } from '../../platform/core/present.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type HandOverPersonResponse, PersonService } from '../../proto/gen/lyceum/directory/v1/person_pb.ts';
import type { User } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { clockOf } from '../../records/local-clock.ts';
import type { LocalTime } from './section.ts';

/** Whose data is handed over, and how it is read. */
export interface Subject extends Pick<HandOverPersonResponse, 'externalId' | 'ref' | 'groups' | 'hold'> {
  readonly call: Call;
  readonly user: User;
  readonly institution: { readonly id: string; readonly name: string; readonly timeZone: string };
  /** The names of the institution's integrations by their ids. */
  readonly integrations: ReadonlyMap<string, string>;
  /** An instant in the institution's time zone. */
  at(instant: string): LocalTime;
}

/** Reads the person, which leaves the audit record. Throws USER_NOT_FOUND. */
export async function subjectOf(call: Call, id: string): Promise<Subject> {
  const { user, ...person } = await call(PersonService.method.handOverPerson, { id });
  const [answer, { integrations }] = await Promise.all([
    call(InstitutionService.method.getInstitution, {}),
    call(IntegrationService.method.listIntegrations, {}),
  ]);
  const { settings, ...institution } = present(answer.institution, 'institution');
  const timeZone = settings?.timeTrackingTimezone ?? 'UTC';
  return {
    ...person,
    call,
    user: present(user, 'user'),
    institution: { id: institution.id, name: institution.name, timeZone },
    integrations: new Map(integrations.map(({ id, name }) => [id, name])),
    at: localTimes(timeZone),
  };
}

function localTimes(timeZone: string): (instant: string) => LocalTime {
  const clock = clockOf(timeZone);
  return (instant) => {
    const { local, offset } = clock(instant);
    const [, milliseconds = ''] = /(\.\d+)Z$/.exec(instant) ?? [];
    const fraction = Number(milliseconds) === 0 ? '' : milliseconds;
    return { local: `${local.replace(' ', 'T')}${fraction}${offset.replace('UTC', '')}` };
  };
}
