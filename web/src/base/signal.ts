/** A value whose changes others are notified of. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();
  private current: T;

  constructor(value: T) {
    this.current = value;
  }

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    this.current = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** Announce the value again, after it was changed from inside. */
  touch(): void {
    this.set(this.current);
  }

  /** Hear of every change; returns how to stop. */
  on(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
