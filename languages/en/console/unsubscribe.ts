/** The end of emails about problems, by the link in one. */
export const unsubscribe = {
  title: 'Stop emails about problems',
  question: 'Stop emails about problems?',
  about:
    'Lyceum no longer tells you of webhooks that were switched off, secrets that end and integrations near their limit. You can turn the emails on again under Account.',
  act: 'Stop these emails',
  stopped: 'You get no more emails about problems',
  stoppedText: 'What needs attention is on the overview.',
  unknown: 'This link does not work',
  unknownText: 'It may be incomplete, or very old.',
  underAccount: 'You can stop emails about problems under Account, too.',
  goToAccount: 'Go to your account',
};
