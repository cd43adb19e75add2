import type { Call } from '../../platform/calls/caller.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { FormState } from '../components/form.ts';
import type { Page } from '../components/page.ts';
import type { Present } from '../components/time.ts';
import type { Site } from '../http/origin.ts';
import type { Session } from '../session/session.ts';
import type { OptionalCall } from './optional-call.ts';

/** A request as every screen sees it. */
export interface Visit {
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** The query: of a parameter that is given twice the last value. */
  readonly query: Readonly<Record<string, string>>;
  /** When and where the page is read. */
  readonly present: Present;
  /** The browser. */
  readonly origin: { readonly userAgent: string; readonly address: string };
  readonly site: Site;
  /** The requested path and query. */
  readonly url: string;
  /** Whether a page of the console has led here, not a link or a form elsewhere. */
  readonly isFromConsole: boolean;
  /** The addresses of the API and of its guides. */
  readonly publicUrl: string;
  /** The tags of the languages that people can choose. */
  readonly languages: readonly string[];
}

/** A request of an administrator who has signed in. */
export interface SessionVisit extends Visit {
  readonly session: Session;
  /** The key that encrypts files kept for this session alone. */
  readonly fileKey: string;
  /** Calls a service on behalf of the administrator. */
  readonly call: Call;
  /** The same for data that the page can do without: gives undefined while the service is away. */
  readonly callIfAvailable: OptionalCall;
  /** Calls a service for a {@link Download}, which lasts longer than a page may take. */
  readonly callForLong: Call;
  /** The same for work that goes on when the request has been answered, until the session or the console ends. */
  readonly callAfterwards: Call;
  /** For failures of work that goes on after the response. */
  readonly log: Logger;
}

/** A request of anybody. */
export interface PublicVisit extends Visit {
  /** Null without a session. */
  readonly session: Session | null;
  /** Of the sign-in that the browser has begun at a provider; empty without one. */
  readonly openIdState: string;
  /** Calls a service without an actor. */
  readonly call: Call;
  /** The same for data that the page can do without: gives undefined while the service is away. */
  readonly callIfAvailable: OptionalCall;
}

/** A form that was sent. */
export interface Sent {
  /** Fields by name, without white space at both ends. */
  readonly values: Readonly<Record<string, string>>;
  /**
   * Makes the call that changes something. A form that is sent twice has the effect of once: the second answer is a
   * replay of the first one, without secrets. Call it at most once for each service.
   */
  readonly send: Call;
  /** The file in the field `file`. */
  readonly file: Uint8Array | undefined;
  /** The form as it would be shown anew. */
  readonly fresh: FormState;
}

/**
 * The outcome of a request: a page, or another address. An accepted form leads to another address, unless it shows
 * something once.
 */
export type Outcome = Redirect | Page;

/** A file that is made while it is sent, and so needs little memory, however large it is. */
export interface Download {
  /** With its character set, if it is text. */
  readonly type: string;
  readonly fileName: string;
  /** The parts of the file. They end with an error when the session has ended. */
  readonly parts: AsyncIterable<string | Uint8Array>;
}

/** An answer to the console's script. */
export interface Data {
  readonly json: string;
}

/** To where the browser goes. */
export interface Redirect {
  readonly to: string;
  /** The token of a new session, or null for none from now on. The one that the browser had ends. */
  readonly session?: { readonly token: string; readonly expiresAt: string } | null;
  /** The state of a sign-in that begins at a provider, or null when it has ended. */
  readonly openIdState?: string | null;
}

/**
 * A page or a form at an address. Authentication, the origin of forms, faults and messages follow from the declaration.
 */
interface Declared<V extends Visit> {
  /** Below `/console`, parameters in braces: `/integrations/{id}`. */
  readonly path: string;
  /** Makes the page, or says where to go instead; without it, the address only accepts its form. */
  view?(visit: V, form: FormState): Outcome | Download | Promise<Outcome | Download>;
  /** Carries out the form. */
  submit?(visit: V & Sent): Promise<Outcome | Data>;
  /** Whether its form sends a file, as `multipart/form-data`. */
  readonly hasFile?: boolean;
  /** Whether its calls may take as long as a proxy waits: for forms that write thousands of records at once. */
  readonly isLong?: boolean;
  /**
   * The address after signing in, for a screen that belongs to the session that has ended: another session cannot open
   * it, and its form is not kept.
   */
  readonly afterSignIn?: string;
  /** Said on the page that follows. */
  readonly success?: () => string;
  /** The field that a refusal of a service is about, by its code. */
  readonly faults?: Readonly<Record<string, string>>;
}

export type Screen =
  | (Declared<SessionVisit> & {
      readonly isPublic: false;
      /** Whether its form was declared by `changeScreen`, and so never overwrites changes of others. */
      readonly isChange?: boolean;
    })
  | (Declared<PublicVisit> & {
      readonly isPublic: true;
      /**
       * Whether its form may be sent from anywhere, by programs without a browser, too: its address is the proof that
       * the sender may. Only the address is read, nothing that the form holds.
       */
      readonly isSentFromAnywhere?: boolean;
      /** The tag of the language of whom its address is about, who comes before the browser; empty if unknown. */
      language?(visit: PublicVisit): Promise<string>;
    });

/** A screen for administrators who have signed in. */
export function screen(declared: Declared<SessionVisit>): Screen {
  return { ...declared, isPublic: false };
}

/** A screen for everybody. */
export function publicScreen(declared: Omit<Screen & { readonly isPublic: true }, 'isPublic'>): Screen {
  return { ...declared, isPublic: true };
}
