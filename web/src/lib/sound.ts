/** Two small sounds, made on the spot: wood on wood for a move, two soft notes for the own turn. Off by default. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function tone(from: number, to: number, start: number, length: number, volume: number): void {
  context ??= new AudioContext();
  const at = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

const SOUNDS = {
  move: () => tone(320, 110, 0, 0.09, 0.35),
  turn: () => {
    tone(523, 520, 0.05, 0.16, 0.08);
    tone(784, 780, 0.16, 0.22, 0.08);
  },
};

export function play(sound: keyof typeof SOUNDS): void {
  if (settings.sounds) SOUNDS[sound]();
}
