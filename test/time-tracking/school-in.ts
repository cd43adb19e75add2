import { changeSettings } from '../support/test-directory.ts';
import type { TestInstitution, TestSystem } from '../support/test-system.ts';
import { Member } from './member.ts';

/** An institution that counts its days in a zone, and its members. */
export interface School extends TestInstitution {
  newMember(code?: string): Promise<Member>;
  /** Changes the time zone, and moves the clock far enough for all caches to expire. */
  moveTo(zone: string | null): Promise<void>;
}

/** A new institution. @param zone an IANA zone; null leaves it unset */
export async function schoolIn(system: TestSystem, zone: string | null): Promise<School> {
  const institution = await system.newInstitution();
  const school: School = {
    ...institution,
    newMember: (code) => Member.create(institution.client, code),
    moveTo: async (next) => {
      const unset = { unset: ['time_tracking_timezone'] };
      await changeSettings(institution, next === null ? unset : { timeTrackingTimezone: next });
      system.clock.advance(61_000);
    },
  };
  if (zone !== null) await school.moveTo(zone);
  return school;
}
