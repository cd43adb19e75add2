import { mails as english } from '../en/mails.ts';
import { pseudo } from '../pseudo.ts';

export const mails = pseudo(english);
