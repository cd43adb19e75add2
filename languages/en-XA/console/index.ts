import { messages as english } from '../../en/console/index.ts';
import { pseudo } from '../../pseudo.ts';

export const messages = pseudo(english);
