import { command } from '../../../platform/handler/command.ts';
import { KeptFormService } from '../../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import { hashSecret } from '../domain/secrets.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { deleteKept } from '../store/kept-forms.ts';

/** Drops a form of the caller. */
export const dropKeptForm = command(KeptFormService.method.dropKeptForm, {
  async run(tx, { browserToken, address }, { actor }) {
    const { institutionId, userId } = administratorOf(actor);
    deleteKept(tx, { institutionId, userId, browserHash: hashSecret(browserToken), address });
    return { response: {} };
  },
});
