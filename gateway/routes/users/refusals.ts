import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { refusals as kinds } from '../../problem/refusals.ts';

/** Refusals of users as the OpenAPI document shows them (decisions 3.8). */
export const refusals = {
  emailTaken: new Refusal(kinds.USER_EMAIL_TAKEN),
  codeTaken: new Refusal(kinds.USER_CODE_TAKEN),
  lastOwner: new Refusal(kinds.LAST_ADMINISTRATOR),
} as const;
