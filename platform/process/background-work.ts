/** What a service does beside answering calls and handling events. */
export interface BackgroundWork {
  start(): void;
  /** Begins nothing more, and resolves when what was begun has ended. */
  stop(): Promise<void>;
}
