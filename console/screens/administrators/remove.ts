import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';
import { administratorIn } from './administrator-in.ts';

/** Ends a user's being an administrator. */
export const removeAdministrator = screen({
  path: '/administrators/{userId}/remove',
  success: 'The administrator was removed.',
  async view(visit, state) {
    const found = await administratorIn(visit);
    const isSelf = found.userId === visit.session.actor.userId;
    return {
      title: `Remove ${found.name}`,
      body: confirmation(state, {
        title: isSelf ? 'Remove yourself from the administrators?' : `Remove ${found.name} from the administrators?`,
        consequences: [
          isSelf
            ? 'You will be signed out on all devices immediately.'
            : `${found.name} will be signed out on all devices immediately.`,
          `${isSelf ? 'Your' : 'The'} user stays, and what ${isSelf ? 'you have' : 'they have'} created keeps working.`,
          `Another administrator can add ${isSelf ? 'you' : 'them'} again.`,
        ],
        act: 'Remove',
        back: '/console/administrators',
      }),
    };
  },
  async submit({ send, params: { userId = '' } }) {
    await send(AdministratorService.method.removeAdministrator, { userId });
    return { to: '/console/administrators' };
  },
});
