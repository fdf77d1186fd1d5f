import logo from './logo.svg'

export const Logo = ({ size = 32 }: { size?: number }) => <img src={logo} alt="Hilo" width={size} height={size} />
