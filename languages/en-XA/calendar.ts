import { calendar as english } from '../en/calendar.ts';
import { pseudo } from '../pseudo.ts';

export const calendar = pseudo(english);
