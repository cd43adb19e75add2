import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';
import { administratorIn } from './administrator-in.ts';
import { linkPage } from './link-page.ts';

/** Makes another link that signs an administrator in once. */
export const newSignInLink = screen({
  path: '/administrators/{userId}/new-link',
  success: 'The link was created.',
  async view(visit, state) {
    const { name } = await administratorIn(visit);
    return {
      title: `New link for ${name}`,
      body: confirmation(state, {
        title: `Create a new link for ${name}?`,
        consequences: [
          'You’ll get a link to hand over. It can be used once and expires in 72 hours.',
          `Earlier links for ${name} will stop working.`,
        ],
        act: 'Create link',
        back: '/console/administrators',
      }),
    };
  },
  async submit(visit) {
    const { name, email } = await administratorIn(visit);
    const link = await visit.send(AdministratorService.method.createSignInLink, { email });
    return linkPage(name, link, visit.present);
  },
});
