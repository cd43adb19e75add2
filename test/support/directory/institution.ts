import { randomBytes } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { OperatorActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import {
  InstitutionService,
  type SettingsChangeSchema,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { TestService } from '../calls/start-test-service.ts';

export const platform: OperatorActor = { kind: 'operator', institutionId: null };

/** An id that does not exist. */
export const NOWHERE = '01990000-0000-7000-8000-000000000000';

/** A new institution, called as an operator with all permissions in it. */
export async function newInstitution(
  service: Pick<TestService, 'call'>,
  settings: MessageInitShape<typeof SettingsChangeSchema> = {},
): Promise<OperatorActor & { institutionId: string }> {
  const ref = `institution-${randomBytes(4).toString('hex')}`;
  const { institution } = await service.call(platform)(InstitutionService.method.importInstitution, {
    ref,
    name: ref,
    settings,
  });
  return { kind: 'operator', institutionId: present(institution, 'institution').id };
}
