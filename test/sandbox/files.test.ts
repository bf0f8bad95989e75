import { describe, expect, it } from 'vitest';
import { detectAudioType } from '../../src/providers/shared/audio/audio.ts';
import { detectImageType } from '../../src/providers/shared/chat/image.ts';
import { findPlaces } from '../../src/sandbox/shared/places.ts';
import web from '../../src/sandbox/web.ts';

async function fetchBytes(path: string): Promise<Uint8Array> {
  const url = new URL(path, 'https://files.example');
  const nothing = { headers: {}, body: new Uint8Array(), text: '', json: undefined };
  const reply = await web.handle({ method: 'GET', url, nowMs: 0, ...nothing });
  return typeof reply.body === 'string' ? Buffer.from(reply.body) : (reply.body ?? new Uint8Array());
}

describe('files of the sandbox', () => {
  it.each(['png', 'jpg', 'jpeg', 'webp', 'gif', 'JPG'])('has pictures: %s', async (extension) => {
    const kind = extension.toLowerCase().replace('jpg', 'jpeg');
    expect(detectImageType(await fetchBytes(`/a.${extension}`))).toBe(`image/${kind}`);
  });

  it.each([
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
    ['flac', 'audio/flac'],
    ['ogg', 'audio/ogg'],
    ['m4a', 'audio/mp4'],
    ['mp4', 'audio/mp4'],
    ['webm', 'audio/webm'],
    ['aac', 'audio/aac'],
  ])('has sound: %s', async (extension, type) => {
    expect(detectAudioType(await fetchBytes(`/a.${extension}`))).toBe(type);
  });
});

describe('places of the sandbox', () => {
  it.each([
    ['東京', 'Tokyo'],
    ['東京都', 'Tokyo'],
    ['東京都新宿区西新宿2-8-1', 'Shinjuku'],
    ['新宿', 'Shinjuku'],
    ['渋谷', 'Shibuya'],
    ['東京都庁', 'Tokyo Metropolitan Government Building'],
    ['京都', 'Kyoto'],
    ['羽田空港', 'Haneda Airport'],
  ])('are known by their Japanese names: %s', (text, name) => {
    expect(findPlaces(text)[0]?.names[0]).toBe(name);
  });

  it('are near Tokyo where kana name one that is not known', () => {
    const [place] = findPlaces('ひばりが丘');
    expect(place).toMatchObject({ code: 'JP' });
    expect(Math.hypot((place?.lat ?? 0) - 35.68, (place?.lon ?? 0) - 139.76)).toBeLessThan(0.5);
  });
});
