import type { Messages } from '../../en/console/index.ts';
import { rich } from '../../rich.ts';

export const signIn: Messages['signIn'] = {
  title: 'Anmelden',
  forWhom: 'Für die Administratoren einer Einrichtung.',
  withPasskey: 'Mit einem Passkey anmelden',
  noPasskey:
    'Noch kein Passkey? Bitten Sie einen anderen Administrator oder die Person, die Ihren Lyceum-Server betreibt, um einen Link, mit dem Sie sich einmal anmelden können.',
  rejected:
    'Sie wurden nicht angemeldet. Vielleicht wurde der Passkey entfernt, Sie sind kein Administrator mehr, oder es hat zu lange gedauert. Versuchen Sie es noch einmal, oder bitten Sie um einen Anmeldelink.',
  signedOut: 'Sie haben sich abgemeldet.',
  or: 'oder',
  withAccount: 'Mit dem Konto Ihrer Einrichtung anmelden',
  to: (institution) => `Anmelden: ${institution}`,
  as: (user, email) => `als ${user}, ${email}`,
  isSignedInAs: (user) => `Sie sind als ${user} angemeldet. Wenn Sie sich hier anmelden, endet diese Sitzung.`,
  notYou: 'Wenn Sie das nicht sind, schließen Sie die Seite. Der Link bleibt gültig, bis sich jemand mit ihm anmeldet.',
  linkGone: 'Dieser Link funktioniert nicht mehr',
  linkGoneText: 'Er wurde schon benutzt, oder er ist abgelaufen.',
  askAdministrator: 'Bitten Sie den Administrator, der ihn Ihnen gegeben hat, um einen neuen.',
  askOperator: (command, start) =>
    rich`Bitten Sie die Person, die Ihren Lyceum-Server betreibt, um einen neuen (${command}; ${start} gibt bei jedem Start einen aus).`,
  alreadyUsed: 'Wenn Sie sich in diesem Browser schon damit angemeldet haben, brauchen Sie keinen neuen.',
  failed: 'Sie wurden nicht angemeldet',
  failedText: 'Die Anmeldung mit dem Konto Ihrer Einrichtung hat nicht geklappt.',
  stillSignedIn: (user) => `Sie sind weiterhin als ${user} angemeldet.`,
  whyFailed:
    'Vielleicht hat Ihre Einrichtung das nicht eingerichtet, ihr Anmeldedienst ist nicht erreichbar, oder er hat keine E-Mail-Adresse eines Administrators bestätigt. Versuchen Sie es noch einmal, oder fragen Sie einen anderen Administrator: Der Grund steht unter „Administratoren“.',
  otherWays: 'Andere Möglichkeiten zur Anmeldung',
};
