/** Start times and letters of the service's own outreach. */
import { describe, expect, it } from 'vitest';
import { readNotices } from '../../../../src/newsroom/content/sources/notices.ts';
import { writeDiagnosisLetter } from '../../../../src/newsroom/mailing/outreach/letter.ts';
import { findNextRun, judgeSchedule } from '../../../../src/newsroom/mailing/outreach/schedule.ts';
import { isInWindow } from '../../../../src/newsroom/mailing/queue/limits.ts';

const TOKYO = 'Asia/Tokyo';
const at = (time: string): number => Date.parse(time.includes('Z') ? time : `${time}+09:00`);

describe('the time of the daily mailing', () => {
  const judge = (now: string, last: string | null, changed = '2026-01-01T00:00', time = [10, 0], zone = TOKYO) => {
    const [hour = 0, minute = 0] = time;
    const moment = { lastAtMs: last === null ? null : at(last), nowMs: at(now), zone };
    return judgeSchedule({ hour, minute, changedAtMs: at(changed) }, moment);
  };
  it.each<[string, string, string | null, string | undefined, number[] | undefined, string]>([
    ['before it', '2026-11-20T09:59', '2026-11-19T10:00', undefined, undefined, 'not_due'],
    ['at it', '2026-11-20T10:00', '2026-11-19T10:00', undefined, undefined, 'due'],
    ['at it, the first time', '2026-11-20T10:00', null, undefined, undefined, 'due'],
    ['once it has begun', '2026-11-20T10:01', '2026-11-20T10:00', undefined, undefined, 'not_due'],
    ['two hours late', '2026-11-20T12:00', '2026-11-19T10:00', undefined, undefined, 'due'],
    ['later still', '2026-11-20T12:01', '2026-11-19T10:00', undefined, undefined, 'missed'],
    ['in the night after a late evening', '2026-11-21T00:30', '2026-11-19T23:50', undefined, [23, 50], 'due'],
    ['in the evening after such a night', '2026-11-21T23:50', '2026-11-21T00:30', undefined, [23, 50], 'due'],
    ['when the clock has jumped back', '2026-11-20T10:30', '2026-11-21T10:00', undefined, undefined, 'not_due'],
    [
      'moved on, after the mailing of the day',
      '2026-11-20T11:00',
      '2026-11-20T10:00',
      '2026-11-20T10:10',
      [11, 0],
      'not_due',
    ],
    ['moved on, the day after', '2026-11-21T11:00', '2026-11-20T10:00', '2026-11-20T10:10', [11, 0], 'due'],
    [
      'moved on, before the mailing of the day',
      '2026-11-20T15:00',
      '2026-11-19T10:00',
      '2026-11-20T10:10',
      [15, 0],
      'due',
    ],
    ['moved to a time that has passed', '2026-11-20T12:00', '2026-11-19T10:00', '2026-11-20T12:00', [11, 0], 'not_due'],
  ])('%s', (_when, now, last, changed, time, is) => {
    expect(judge(now, last, changed, time)).toMatchObject({ is });
  });

  it('is once on a day of which an hour is skipped or comes twice', () => {
    const inBerlin = (now: string, last: string) => judge(now, last, undefined, [2, 30], 'Europe/Berlin');
    // 02:30 is skipped on 29 March 2026: it is begun when the clock goes on at 03:00.
    expect(inBerlin('2026-03-29T00:59:59Z', '2026-03-28T01:30:00Z')).toMatchObject({ is: 'not_due' });
    expect(inBerlin('2026-03-29T01:00:00Z', '2026-03-28T01:30:00Z')).toEqual({ is: 'due', day: '2026-03-29' });
    // 02:30 comes twice on 25 October 2026.
    expect(inBerlin('2026-10-25T00:30:00Z', '2026-10-24T00:30:00Z')).toMatchObject({ is: 'due' });
    expect(inBerlin('2026-10-25T01:30:00Z', '2026-10-25T00:30:00Z')).toMatchObject({ is: 'not_due' });
  });

  it.each<[string, string, string | null, string, number[], string, string]>([
    ['today', '2026-11-20T09:00', '2026-11-19T10:00', '2026-01-01T00:00', [10, 0], '2026-11-20T10:00', TOKYO],
    ['tomorrow', '2026-11-20T10:00', '2026-11-20T10:00', '2026-01-01T00:00', [10, 0], '2026-11-21T10:00', TOKYO],
    ['after a day that was missed', '2026-11-20T13:00', null, '2026-01-01T00:00', [10, 0], '2026-11-21T10:00', TOKYO],
    [
      'moved on, before it',
      '2026-11-20T09:30',
      '2026-11-19T10:00',
      '2026-11-20T09:30',
      [15, 0],
      '2026-11-20T15:00',
      TOKYO,
    ],
    // The day has had its mailing.
    [
      'moved on, after it',
      '2026-11-20T11:00',
      '2026-11-20T10:00',
      '2026-11-20T11:00',
      [15, 0],
      '2026-11-21T15:00',
      TOKYO,
    ],
    [
      'skipped',
      '2026-03-28T22:00Z',
      '2026-03-28T01:30Z',
      '2026-01-01T00:00',
      [2, 30],
      '2026-03-29T01:00Z',
      'Europe/Berlin',
    ],
    [
      'twice',
      '2026-10-25T00:30Z',
      '2026-10-25T00:30Z',
      '2026-01-01T00:00',
      [2, 30],
      '2026-10-26T01:30Z',
      'Europe/Berlin',
    ],
  ])('is told in advance: %s', (_when, now, last, changed, [hour = 0, minute = 0], next, zone) => {
    const moment = { lastAtMs: last === null ? null : at(last), nowMs: at(now), zone };
    const nextMs = findNextRun({ hour, minute, changedAtMs: at(changed) }, moment);
    expect(new Date(nextMs).toISOString()).toBe(new Date(at(next)).toISOString());
  });

  it('is followed by mail in office hours alone', () => {
    const times = ['2026-11-20T09:00', '2026-11-20T17:59', '2026-11-20T08:59', '2026-11-20T18:00', '2026-11-21T10:00'];
    expect(times.map((time) => isInWindow(at(time), TOKYO))).toEqual([true, true, false, false, false]);
  });
});

describe('what stands beside an address', () => {
  it.each([
    ['広告お断り', 'ご連絡は desk@a.co.jp へ。広告お断り。', true],
    ['営業メール', '※営業メールは固くお断りいたします。 desk@a.co.jp', true],
    ['English', 'Write to desk@a.co.jp. No solicitation, please.', true],
    ['Chinese', '联系我们：desk@a.co.jp（谢绝推销）', true],
    ['nothing of the kind', 'ご連絡は desk@a.co.jp へ。', false],
    [
      'a story about refusals, far from any address',
      `営業電話をお断りする方法。${'あ'.repeat(300)}desk@a.co.jp`,
      false,
    ],
    ['no address', '広告お断り', false],
  ])('%s', (_what, text, refusesAds) => {
    expect(readNotices(text, null)).toMatchObject({ refusesAds });
  });

  it('is kept as the proof of an address that was published', () => {
    expect(readNotices('編集部：Desk@A.co.jp', 'desk@a.co.jp').evidence).toBe('編集部:Desk@A.co.jp');
    expect(readNotices('編集部：other@a.co.jp', 'desk@a.co.jp').evidence).toBeNull();
  });
});

describe('a letter', () => {
  const diagnosis = {
    title: '<img src=x onerror=a()> & 新製品',
    companyName: 'A&B "社"\r\nBcc: x@y.jp',
    score: 41.4,
    dimensions: [
      { key: 'headline', label: '見出し', score: 3.44, max: 15, reason: '<b>', evidence: [{ text: '</td>' }] },
    ],
    suggestions: [{ text: '<i>', example: '【要確認：数値】', gain: 3.6 }],
    betterTitle: null,
  };
  it.each(['ja', 'en', 'zh'] as const)('shows hostile words as text in %s', (language) => {
    const { subject, body, bodyHtml } = writeDiagnosisLetter(diagnosis, {
      language,
      url: null,
      serviceUrl: 'https://f.example',
    });
    expect(subject).toContain('<img src=x onerror=a()> & 新製品');
    expect(`${subject}`).not.toMatch(/[\r\n]/);
    expect(bodyHtml).toContain('&lt;img src=x onerror=a()&gt; &amp; 新製品');
    expect(bodyHtml).not.toMatch(/<img|<i>|<b>|<q><\/td>|<script/);
    expect(body).toMatch(/41 \/ 100[\s\S]*\(\+4\)[\s\S]*3\.4 \/ 15[\s\S]*https:\/\/f\.example\/\n$/);
  });
});
