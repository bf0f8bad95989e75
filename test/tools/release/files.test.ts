/** Pictures and attachments of a release: added, described, published with it, and nobody else's before. */
import { deflateSync, inflateSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { dressJpeg, exifOf, jpegSegment, plainJpeg } from '../../harness/jpeg.ts';
import { buildPng, chunkOf } from '../../harness/png.ts';
import { type Newsroom, openNewsroom, type Person } from '../auth/newsroom.ts';
import { listImages } from './pdf-images.ts';

const square = (side: number, chunks: [string, Uint8Array][] = []): Buffer =>
  buildPng({ width: side, height: side, depth: 8, color: 2, sampleAt: () => [11, 95, 255], chunks });
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Claims these pixels; its data is zeros of another size. */
function bomb(width: number, height: number, inflatedBytes: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    square(1).subarray(0, 8),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(Buffer.alloc(inflatedBytes))),
    chunkOf('IEND', new Uint8Array()),
  ]);
}

describe.each(dailyEngines(import.meta.url))('files of a release on %s', (engine) => {
  let room: Newsroom;
  let owner: Person;
  let outsider: Person;
  let release: { id: number; articleId: number; path: string };
  beforeAll(async () => {
    room = await openNewsroom(engine);
    owner = await room.signIn('ada@studio.example');
    outsider = await room.signIn('stranger@elsewhere.example');
  });
  afterAll(() => room?.stop());
  beforeEach(async () => {
    const body = { company_id: owner.companyId, title: 'Kiro opens', body: 'Kiro opens a store in Osaka.' };
    const made = await room.ask('POST', '/api/press-release', { key: owner.token, body });
    const id = Number(made.body.press_release_id);
    release = { id, articleId: Number(made.body.article_id), path: `/api/press-release/${id}/files` };
  });

  const add = (bytes: Uint8Array, fields: object = {}, person = owner): Promise<Answer> =>
    room.ask('POST', release.path, { key: person.token, body: { file: toBase64(bytes), ...fields } });
  const change = (method: string, id: unknown, body?: object): Promise<Answer> =>
    room.ask(method, `${release.path}/${id}`, { key: owner.token, body });
  const publish = (): Promise<Answer> =>
    room.ask('POST', '/api/publish-to-aeo', { key: owner.token, body: { press_release_id: release.id } });
  const fetchBytes = async (path: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${room.url}${path}`, { headers });
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
  };
  const as = (person: Person) => ({ authorization: `Bearer ${person.token}` });
  const readArticle = async () => (await room.ask('GET', `/v1/articles/${release.articleId}`)).body;

  it('takes a picture from a form or as base64, and keeps nothing but the picture', async () => {
    const form = new FormData();
    form.set('file', new Blob([square(40, [['tEXt', Buffer.from('Author\0secret')]])]), 'ignored.gif');
    form.set('name', 'C:\\photos\\store.JPG');
    form.set('alt', ' The new store ');
    const reply = await fetch(`${room.url}${release.path}`, { method: 'POST', headers: as(owner), body: form });
    expect([reply.status, await reply.json()]).toMatchObject([
      201,
      {
        kind: 'picture',
        type: 'image/png',
        name: 'C photos store.JPG.png',
        alt: 'The new store',
        caption: null,
        width: 40,
        height: 40,
        place: 1,
        press_release_id: release.id,
      },
    ]);
    const dressed = dressJpeg(
      [exifOf(6), jpegSegment(0xed, Buffer.from('Photoshop secret')), jpegSegment(0xfe, Buffer.from('secret'))],
      Buffer.from('a second picture: secret'),
    );
    const jpeg = await add(dressed, { name: 'portrait.jpeg', credit: 'Photo: Ada' });
    // Turned by a quarter: its height is the width of what is shown.
    expect(jpeg.body).toMatchObject({ name: 'portrait.jpg', type: 'image/jpeg', width: 8, height: 16, place: 2 });
    const list = await room.ask('GET', release.path, { key: owner.token });
    expect(list.body).toMatchObject({ pictures: [{ place: 1 }, { place: 2 }], attachments: [], missing_alt: 1 });
    const { bytes } = await fetchBytes(jpeg.body.path, as(owner));
    expect(bytes.toString('latin1')).not.toMatch(/secret|SecretPhone|GPS|2026:11:21|Photoshop/i);
    expect(bytes.length).toBe(plainJpeg.length + 36);
    expect(bytes.subarray(20, 56)).toEqual(
      Buffer.from('ffe100224578696600004d4d002a000000080001011200030000000100060000' + '00000000', 'hex'),
    );
    expect(Buffer.concat([bytes.subarray(0, 20), bytes.subarray(56)])).toEqual(plainJpeg);
  });

  it('keeps what decides the look of a JPEG, and no thumbnail', async () => {
    const profile = jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01Display P3'));
    const others = jpegSegment(0xe2, Buffer.from('MPF\0 index of a second picture'));
    const made = await add(dressJpeg([profile, others, exifOf(1)]));
    const { bytes } = await fetchBytes(made.body.path, as(owner));
    expect(bytes).toEqual(dressJpeg([profile]));
    const thumbnail = Buffer.from(plainJpeg.subarray(2, 20));
    thumbnail.set([1, 1], 16);
    thumbnail.writeUInt16BE(19, 2);
    const small = Buffer.concat([plainJpeg.subarray(0, 2), thumbnail, Buffer.from('RGB'), plainJpeg.subarray(20)]);
    const cropped = await add(small);
    expect((await fetchBytes(cropped.body.path, as(owner))).bytes).toEqual(plainJpeg);
  });

  it('is a secret of the company until the release is published, and everybody’s then', async () => {
    const picture = (await add(square(8), { name: 'store.png', caption: 'Opening day', credit: 'Photo: Ada' })).body;
    const sheet = (await add(pdf, { name: 'Facts: sheet?.pdf', caption: 'Fact sheet' })).body;
    expect(sheet).toMatchObject({ kind: 'attachment', type: 'application/pdf', name: 'Facts sheet.pdf', alt: null });
    for (const { public_path } of [picture, sheet]) {
      expect((await fetchBytes(public_path)).reply.status).toBe(404);
      expect((await fetchBytes(public_path, as(owner))).reply.status).toBe(404);
    }
    expect(await publish()).toMatchObject({ status: 409, body: { code: 'alt_missing', pictures: 1 } });
    expect(await change('PUT', picture.id, { alt: 'The store on its opening day' })).toMatchObject({ status: 200 });
    expect((await publish()).status).toBe(200);

    const { reply, bytes } = await fetchBytes(picture.public_path);
    expect(bytes.readUInt32BE(16)).toBe(8);
    const header = (name: string) => reply.headers.get(name);
    expect([reply.status, header('content-type')]).toEqual([200, 'image/png']);
    expect(header('content-disposition')).toMatch(/^attachment; filename="store\.png"/);
    expect(header('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(header('x-content-type-options')).toBe('nosniff');
    const again = await fetchBytes(picture.public_path, { 'if-none-match': header('etag') ?? '' });
    expect([again.reply.status, again.bytes.length]).toEqual([304, 0]);
    expect((await fetchBytes(sheet.public_path)).bytes).toEqual(pdf);

    const article = await readArticle();
    const url = new URL(String(picture.public_path), String(article.url)).href;
    expect(article).toMatchObject({
      image_url: url,
      pictures: [{ url, alt: 'The store on its opening day', caption: 'Opening day', width: 8, type: 'image/png' }],
      attachments: [{ name: 'Facts sheet.pdf', caption: 'Fact sheet', size: pdf.length }],
    });
    expect(JSON.stringify(article.json_ld)).toContain(`"image":["${url}"]`);

    await room.ask('PUT', `/api/press-release/${release.id}`, { key: owner.token, body: { status: 'draft' } });
    expect((await fetchBytes(picture.public_path)).reply.status).toBe(404);
    expect((await fetchBytes(picture.path, as(owner))).reply.status).toBe(200);
  });

  it('stands on the public page, in the order of the company', async () => {
    const first = (await add(square(8), { alt: 'First <b>', caption: 'One' })).body;
    const second = (await add(square(9), { alt: 'Second' })).body;
    const sheet = (await add(pdf, { name: 'facts.pdf' })).body;
    expect((await change('PUT', second.id, { place: 1 })).body.place).toBe(1);
    expect((await publish()).status).toBe(200);
    const html = await (
      await fetch(`${room.url}/v1/articles/${release.articleId}`, { headers: { accept: 'text/html' } })
    ).text();
    const { document } = parseHTML(html);
    const images = [...document.querySelectorAll('figure img')];
    expect(images.map((image) => [image.getAttribute('src'), image.getAttribute('alt')])).toEqual([
      [second.public_path, 'Second'],
      [first.public_path, 'First <b>'],
    ]);
    expect(document.querySelector('figcaption')?.textContent?.trim()).toBe('One');
    const share = document.querySelector('meta[property="og:image"]')?.getAttribute('content');
    expect(share).toMatch(new RegExp(`^http.*${second.public_path}$`));
    const downloads = [...document.querySelectorAll('.downloads a')].map((link) => link.getAttribute('href'));
    expect(downloads).toEqual([sheet.public_path, second.public_path, first.public_path]);
  });

  it('changes with a published release, and what has no alt text stays private', async () => {
    expect((await publish()).status).toBe(200);
    const before = await readArticle();
    const picture = (await add(square(8))).body;
    expect((await fetchBytes(picture.public_path)).reply.status).toBe(404);
    expect((await readArticle()).pictures).toBeUndefined();
    await change('PUT', picture.id, { alt: 'The store' });
    const shown = await readArticle();
    expect(shown).toMatchObject({ pictures: [{ alt: 'The store', caption: null }] });
    expect(shown.seq).not.toBe(before.seq);
    await change('PUT', picture.id, { caption: 'Opening day' });
    expect(await readArticle()).toMatchObject({ pictures: [{ alt: 'The store', caption: 'Opening day' }] });
    expect((await change('DELETE', picture.id)).body).toEqual({ ok: true, file_id: picture.id });
    expect((await readArticle()).image_url).toBeNull();
    expect((await fetchBytes(picture.public_path)).reply.status).toBe(404);
    expect((await change('DELETE', picture.id)).status).toBe(404);
  });

  it('goes with its release', async () => {
    const picture = (await add(square(8), { alt: 'The store' })).body;
    await publish();
    await room.ask('DELETE', `/api/press-release/${release.id}`, { key: owner.token });
    expect((await fetchBytes(picture.public_path)).reply.status).toBe(404);
    expect((await fetchBytes(picture.path, as(owner))).reply.status).toBe(404);
  });

  it('refuses what it is not, what is damaged and what would fill the memory', async () => {
    const cases: [string, Uint8Array, RegExp][] = [
      ['a text', Buffer.from('not an image'), /not a PNG, JPEG or PDF/],
      [
        'SVG',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
        /not a PNG, JPEG or PDF/,
      ],
      ['HTML', Buffer.from('<!doctype html><script>1</script>'), /not a PNG, JPEG or PDF/],
      ['GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), /not a PNG, JPEG or PDF/],
      ['a program', Buffer.from('MZ\x90\0'), /not a PNG, JPEG or PDF/],
      ['nothing', Buffer.alloc(0), /not a PNG, JPEG or PDF/],
      ['half a PDF', pdf.subarray(0, 20), /PDF is damaged or incomplete/],
      ['half a JPEG', plainJpeg.subarray(0, -9), /JPEG is damaged or incomplete/],
      ['Exif with a picture in it', Buffer.concat([plainJpeg.subarray(0, 2), exifOf(1)]), /JPEG is damaged/],
      ['a JPEG of many scans', repeatScan(100), /JPEG is damaged or incomplete/],
      [
        'a PNG of too many pixels',
        bomb(9_000, 9_000, 100),
        /9000 × 9000 pixels; the maximum of a PNG is 12 megapixels/,
      ],
      [
        'a JPEG of too many pixels',
        resized(8_000, 8_000),
        /8000 × 8000 pixels; the maximum of a JPEG is 24 megapixels/,
      ],
      ['a PNG of too long a side', bomb(4_000_000_000, 1, 100), /the maximum is 10000 × 10000/],
      ['a PNG that inflates further', bomb(10, 10, 50_000_000), /PNG is damaged or incomplete/],
    ];
    for (const [name, bytes, sentence] of cases) {
      const refused = await add(bytes, { name: 'store.png' });
      expect([name, refused.status, refused.text]).toEqual([name, 400, expect.stringMatching(sentence)]);
    }
    const large = await add(Buffer.concat([square(8), Buffer.alloc(8 * 1024 * 1024)]));
    expect([large.status, large.text]).toEqual([400, expect.stringMatching(/larger than 8 MiB/)]);
    expect((await add(pdf, { alt: 'A sheet' })).text).toMatch(/Only pictures have an alt text/);
    expect((await room.ask('GET', release.path, { key: owner.token })).body.pictures).toEqual([]);
  });

  it('is printed with its release: in the public PDF only what is public', async () => {
    await add(plainJpeg, { alt: 'A gray wall', caption: 'Opening day', credit: 'Photo: Ada' });
    const read = async (path: string, headers = {}) => {
      const { reply, bytes } = await fetchBytes(path, headers);
      return { etag: reply.headers.get('etag') ?? '', images: listImages(bytes), bytes };
    };
    const ownPath = `/api/press-release/${release.id}/pdf`;
    const one = await read(ownPath, as(owner));
    expect(one.images).toMatchObject([{ facts: expect.stringContaining('/DCTDecode'), data: plainJpeg }]);
    expect((await publish()).status).toBe(200);
    // Half transparent blue over white, as pictures are printed.
    const veil = buildPng({
      width: 2,
      height: 1,
      depth: 8,
      color: 6,
      sampleAt: (x) => [0, 0, 255, x === 0 ? 255 : 51],
    });
    const unsaid = (await add(veil)).body;
    const two = await read(ownPath, as(owner));
    expect(two.etag).not.toBe(one.etag);
    expect(two.images.map(({ data }) => data.length === plainJpeg.length)).toEqual([true, false]);
    expect([...inflateSync(two.images[1]?.data ?? '')]).toEqual([2, 0, 0, 255, 204, 204, 255]);
    const publicPath = `/v1/articles/${release.articleId}/pdf`;
    const before = await read(publicPath);
    expect(before.images).toHaveLength(1);
    await change('PUT', unsaid.id, { alt: 'A veil' });
    const after = await read(publicPath, { 'if-none-match': before.etag });
    expect(after.images).toHaveLength(2);
    expect((await fetchBytes(publicPath, { 'if-none-match': after.etag })).reply.status).toBe(304);
  });

  it('has room for ten pictures', async () => {
    for (let count = 0; count < 10; count++) expect((await add(square(1))).status).toBe(201);
    expect(await add(square(1))).toMatchObject({ status: 413, text: expect.stringMatching(/10 pictures already/) });
    expect((await add(pdf)).status).toBe(201);
  });

  it('comes once under an idempotency key', async () => {
    const send = (file: Buffer) =>
      room.ask('POST', release.path, {
        key: owner.token,
        body: { file: toBase64(file) },
        headers: { 'idempotency-key': `store-${release.id}` },
      });
    const [first, again] = [await send(square(8)), await send(square(8))];
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    expect((await send(square(9))).body.code).toBe('idempotency_conflict');
    expect((await room.ask('GET', release.path, { key: owner.token })).body.pictures).toHaveLength(1);
  });

  it('is nobody else’s', async () => {
    const picture = (await add(square(8), { alt: 'The store' })).body;
    const key = outsider.token;
    expect((await add(square(8), {}, outsider)).status).toBe(404);
    expect((await room.ask('GET', release.path, { key })).status).toBe(404);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { alt: 'Mine' } : undefined;
      expect((await room.ask(method, `${release.path}/${picture.id}`, { key, body })).status).toBe(404);
    }
    expect((await fetchBytes(picture.path)).reply.status).toBe(401);
    expect((await change('GET', picture.id)).status).toBe(200);
  });
});

/** The plain picture, which claims to have other sides. */
function resized(width: number, height: number): Buffer {
  const jpeg = Buffer.from(plainJpeg);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** The plain picture with its one scan repeated. */
function repeatScan(count: number): Buffer {
  const start = plainJpeg.indexOf(Buffer.from([0xff, 0xda]));
  const scan = plainJpeg.subarray(start, -2);
  return Buffer.concat([
    plainJpeg.subarray(0, start),
    ...Array.from({ length: count }, () => scan),
    plainJpeg.subarray(-2),
  ]);
}
