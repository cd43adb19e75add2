import { command } from '../../../platform/handler/command.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { deleteArchiving } from '../store/archivings.ts';

/** Takes back that somebody is about to be archived. */
export const cancelArchiving = command(AdministratorService.method.cancelArchiving, {
  async run(tx, { archivingId }, { actor }) {
    deleteArchiving(tx, actor, archivingId);
    return { response: {} };
  },
});
