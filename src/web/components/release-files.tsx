/** Pictures of a press release with caption and credit, and files to download. */

export interface ShownPicture {
  path: string;
  alt: string | null;
  caption: string | null;
  credit: string | null;
  width: number | null;
  height: number | null;
}

/** `lang`: of the alt text and the caption. */
export function ReleasePicture({ picture, lang }: { picture: ShownPicture; lang?: string }) {
  const { path, alt, caption, credit, width, height } = picture;
  return (
    <figure class="picture" {...(lang === undefined ? {} : { lang })}>
      <a href={path}>
        <img src={path} alt={alt ?? ''} {...(width !== null && height !== null ? { width, height } : {})} />
      </a>
      {caption === null && credit === null ? null : (
        <figcaption>
          {caption} {credit === null ? null : <small>{credit}</small>}
        </figcaption>
      )}
    </figure>
  );
}

const KIB = 1024;

/** `JPEG, 1.4 MB`. */
export function describeFile({ type, size }: { type: string; size: number }, language: string): string {
  const isSmall = size < KIB * KIB;
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  });
  const name = type.replace(/^.*\//, '').toUpperCase();
  return `${name}, ${format.format(Math.max(1, size / KIB) / (isSmall ? 1 : KIB))}`;
}
