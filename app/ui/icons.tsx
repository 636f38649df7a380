const paths = {
  menu: 'M2 6.5h16M2 13.5h16',
  close: 'M4 4l12 12M16 4L4 16',
  cart: 'M4 6.5h12l.8 11H3.2zM7 8.5V5a3 3 0 016 0v3.5',
  user: 'M13.2 6.5a3.2 3.2 0 11-6.4 0 3.2 3.2 0 016.4 0zM3.5 17.5c.6-3.6 3-5.4 6.5-5.4s5.9 1.8 6.5 5.4',
  search: 'M14.1 8.8a5.3 5.3 0 11-10.6 0 5.3 5.3 0 0110.6 0zM12.8 12.8l4.7 4.7',
  heart: 'M10 17S2.5 12.6 2.5 7.4A3.9 3.9 0 0110 5.6a3.9 3.9 0 017.5 1.8C17.5 12.6 10 17 10 17z',
  info: 'M17.5 10a7.5 7.5 0 11-15 0 7.5 7.5 0 0115 0zM10 9v5M10 6v.6',
  check: 'M3.5 10.5l4.5 4.5 8.5-9.5',
  alert: 'M10 3l8 14H2zM10 8.5v4M10 14.4v.6',
  left: 'M17 10H3M8.5 4.5L3 10l5.5 5.5',
  right: 'M3 10h14M11.5 4.5L17 10l-5.5 5.5',
  down: 'M4 7l6 6 6-6',
  play: 'M6.5 4l9 6-9 6z',
  pause: 'M7 4v12M13 4v12',
  plus: 'M10 3v14M3 10h14',
  grip: 'M4 7.5h12M4 12.5h12',
  turn: 'M12.5 13.8c3-.4 5-1.8 5-3.8 0-2.5-3.3-4.3-7.5-4.3S2.5 7.5 2.5 10c0 2 2 3.5 5 3.9M5.2 11.2l2.6 2.7-2.9 2.4',
  expand: 'M3 8V3h5M17 12v5h-5M3 3l6 6M17 17l-6-6',
} as const

export type IconName = keyof typeof paths

/** Hidden from screen readers; a text or label always stands beside it. */
export function Icon({ name, className = 'ico' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
