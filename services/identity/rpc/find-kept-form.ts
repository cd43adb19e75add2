import { toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../../platform/handler/query.ts';
import { KeptFormService } from '../../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import { openIdConfig } from '../config.ts';
import { hashSecret } from '../domain/secrets.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { openValues } from '../sign-in/encrypted-values.ts';
import { findKept } from '../store/kept-forms.ts';

/** A form of the caller that is kept for a browser. */
export const findKeptForm = query(
  KeptFormService.method.findKeptForm,
  async (db, { browserToken, address = null }, { actor, now, runtime }) => {
    const { institutionId, userId } = administratorOf(actor);
    const found = await findKept(db, {
      institutionId,
      userId,
      browserHash: hashSecret(browserToken),
      address,
      at: toInstantText(now),
    });
    const typedValues = found && openValues(openIdConfig(runtime).keys, found);
    return typedValues ? { form: { address: found.address, typedValues } } : {};
  },
);
