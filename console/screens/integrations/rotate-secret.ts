import { present as required } from '../../../platform/core/present.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { credentialsPage } from './credentials.ts';
import { integrationOf, pathOf } from './integration-of.ts';

/** Gives an integration a new secret; the old one stays valid for a chosen time. */
export const rotateSecret = screen({
  path: '/integrations/{id}/rotate',
  success: 'The secret was rotated.',
  async view(visit, state) {
    const { id, name, secrets } = await integrationOf(visit);
    const path = pathOf({ id });
    return {
      title: `Rotate the secret of ${name}`,
      isNarrow: true,
      body: html`${heading({
        title: 'Rotate secret',
        parent: { href: path, title: name },
        about:
          'The integration gets a new secret. The old one stays valid until you have exchanged it where it is used.',
      })}${form(state, {
        fields: [
          {
            kind: 'select',
            name: 'keepFormerSeconds',
            label: 'Old secret ends',
            value: '86400',
            options: [
              ['0', 'Now'],
              ['3600', 'In 1 hour'],
              ['86400', 'In 24 hours'],
              ['604800', 'In 7 days'],
            ],
            help: secrets.length > 2 && 'There are three secrets, and there may be no more. End an old one first.',
          },
        ],
        submit: 'Rotate secret',
        cancel: path,
      })}`,
    };
  },
  async submit(visit) {
    const { clientId } = await integrationOf(visit);
    const keepFormerSeconds = Number(visit.values.keepFormerSeconds);
    const rotated = await visit.send(IntegrationService.method.rotateIntegrationSecret, {
      clientId,
      keepFormerSeconds,
    });
    return credentialsPage(required(rotated.integration, 'integration'), rotated.clientSecret, visit.publicUrl);
  },
});
