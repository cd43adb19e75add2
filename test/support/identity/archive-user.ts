import { create, toBinary } from '@bufbuild/protobuf';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { archiving } from '../../../services/identity/events/archiving.ts';
import type { TestService } from '../calls/start-test-service.ts';
import { newEnvelope } from '../nats/events.ts';
import { userChange } from '../resource-change.ts';

/** Archives a user, or takes that back, in directory; the event reaches identity only with {@link deliverArchiving}. */
export async function setArchived(service: TestService, actor: TenantActor, id: string, isArchived: boolean) {
  const change = { id, precondition: { any: true }, ...userChange({ isArchived }) };
  await service.call(actor)(UserService.method.updateUser, change);
}

/** Delivers to identity the event that directory publishes when it has archived a user, or has taken that back. */
export async function deliverArchiving(
  { runtime, clock }: TestService,
  { institutionId }: TenantActor,
  aggregateId: string,
  isArchived: boolean,
  occurredAt = toInstantText(clock.now()),
): Promise<void> {
  const payload = toBinary(UserUpdatedSchema, create(UserUpdatedSchema, { isArchived }));
  const type = UserUpdatedSchema.typeName;
  await archiving.handle(runtime, [newEnvelope({ type, aggregateId, institutionId, payload, occurredAt })]);
}
