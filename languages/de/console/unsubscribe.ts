import type { Messages } from '../../en/console/index.ts';

export const unsubscribe: Messages['unsubscribe'] = {
  title: 'E-Mails über Probleme abbestellen',
  question: 'E-Mails über Probleme abbestellen?',
  about:
    'Lyceum teilt Ihnen nicht mehr mit, wenn Webhooks abgeschaltet wurden, Schlüssel ablaufen oder Integrationen nahe an ihrem Limit sind. Unter „Konto“ können Sie die E-Mails wieder bestellen.',
  act: 'Diese E-Mails abbestellen',
  stopped: 'Sie erhalten keine E-Mails über Probleme mehr',
  stoppedText: 'Was zu erledigen ist, steht in der Übersicht.',
  unknown: 'Dieser Link funktioniert nicht',
  unknownText: 'Er ist vielleicht unvollständig oder sehr alt.',
  underAccount: 'Unter „Konto“ können Sie E-Mails über Probleme ebenfalls abbestellen.',
  goToAccount: 'Zum Konto',
};
